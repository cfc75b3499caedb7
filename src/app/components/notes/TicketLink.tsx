import { settled } from '#domain/text/visible-text.ts';

const mostShown = 60;

/** Link to the ticket of a note. Its text is the address without scheme; if `isShort`, only screen readers get that. */
export function TicketLink({ href, isShort = false }: { readonly href: string; readonly isShort?: boolean }) {
  const address = settled(href.replace(/^https?:\/\//i, ''));
  return (
    <a
      href={href}
      target="_blank"
      rel="noopener noreferrer"
      title={href}
      className={`text-text underline underline-offset-3 hover:decoration-2 ${isShort ? 'whitespace-nowrap' : 'wrap-anywhere'}`}
    >
      {isShort && 'ticket '}
      <span className={isShort ? 'sr-only' : ''}>
        {address.length > mostShown ? `${address.slice(0, mostShown)}…` : address}
      </span>
    </a>
  );
}
