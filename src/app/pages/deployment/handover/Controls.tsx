import { hostAddress } from '#app/delivered/base.ts';
import { CopyButton } from '#app/ui/elements/CopyButton.tsx';
import { printPage } from '#app/ui/use-printing.ts';
import type { Deployment } from '#contract/host.ts';
import type { Handover } from '#contract/reports/handover.ts';
import { handoverMarkdown } from '#domain/history/handover/handover-markdown.ts';
import { presentSlug } from '#domain/history/past/slug-in-time.ts';
import { documentOf, pathOf } from './addresses.ts';

function absolute(address: string): string {
  return new URL(address, document.baseURI).href;
}

/** Copies, downloads and prints the handover. */
export function Controls({
  deployment: { slug, name, words },
  handover,
  zone,
}: {
  readonly deployment: Deployment;
  readonly handover: Handover;
  readonly zone: string;
}) {
  const range = { from: Date.parse(handover.from), to: Date.parse(handover.to) };
  const file = documentOf(slug, range);
  const links = {
    page: absolute(hostAddress(pathOf(presentSlug(slug), range, zone).slice(1))),
    json: absolute(file),
  };
  return (
    <div className="no-print ml-auto flex flex-wrap items-center gap-2.5 max-md:ml-0">
      <CopyButton label="Copy as Markdown" text={handoverMarkdown(handover, { name, words, zone, links })}>
        Copy as Markdown
      </CopyButton>
      <a
        className="control inline-flex items-center max-md:min-h-11"
        href={file}
        download={`${presentSlug(slug)}-handover.json`}
      >
        Download JSON
      </a>
      <button type="button" className="control max-md:min-h-11" onClick={() => void printPage()}>
        Print
      </button>
    </div>
  );
}
