import { CopyButton } from '#app/ui/elements/CopyButton.tsx';
import { printPage } from '#app/ui/use-printing.ts';

/** Copies, downloads and prints a handover. */
export function Controls({
  markdown,
  file,
  name,
}: {
  readonly markdown: string;
  /** Address of the JSON document. */
  readonly file: string;
  /** Name of the downloaded file. */
  readonly name: string;
}) {
  return (
    <div className="no-print ml-auto flex flex-wrap items-center gap-2.5 max-md:ml-0">
      <CopyButton label="Copy as Markdown" text={markdown}>
        Copy as Markdown
      </CopyButton>
      <a className="control inline-flex items-center max-md:min-h-11" href={file} download={name}>
        Download JSON
      </a>
      <button type="button" className="control max-md:min-h-11" onClick={() => void printPage()}>
        Print
      </button>
    </div>
  );
}
