import { settled } from '#domain/text/visible-text.ts';

const mostShown = 60;

/** Link to the ticket of a note. Its text is the address without scheme. */
export function TicketLink({ href }: { readonly href: string }) {
  const address = settled(href.replace(/^https?:\/\//i, ''));
  return (
    <a
      href={href}
      target="_blank"
      rel="noopener noreferrer"
      title={href}
      className="text-text underline underline-offset-3 wrap-anywhere hover:decoration-2"
    >
      {address.length > mostShown ? `${address.slice(0, mostShown)}…` : address}
    </a>
  );
}
