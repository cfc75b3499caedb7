import { settled } from '#domain/text/visible-text.ts';

/** Words of a person, with their lines: as text only, isolated from the text direction around them. */
export function NoteText({ children }: { readonly children: string }) {
  return (
    <bdi className="whitespace-pre-line wrap-anywhere">{children.split('\n').map(settled).join('\n')}</bdi>
  );
}
