import { useState } from 'react';
import { formatExact, plural } from '#domain/text/format.ts';
import { pageOf, revealed } from '#domain/text/visible-text.ts';

/** Maximum number of characters per page; more would render slowly. */
const pageSize = 65_536;

/** Shows a text as sent, page by page, and marks `find` in it. Invisible characters appear by code point. */
export function RawText({ text, find }: { readonly text: string; readonly find: string | null }) {
  const found = find === null || find === '' ? -1 : text.indexOf(find);
  const [page, setPage] = useState(Math.max(0, Math.floor(found / pageSize)));
  const [all, setAll] = useState(false);
  const pages = Math.max(1, Math.ceil(text.length / pageSize));
  const [from, to] = pageOf(text, page, pageSize);
  const marked = found >= from && found < to ? found : to;
  const end = Math.min(to, marked + (find?.length ?? 0));
  const part = (start: number, stop: number) => revealed(text.slice(start, stop), all);
  return (
    <>
      <p className="flex flex-wrap items-center gap-3 pb-2 text-text-2">
        <span>
          {plural(text.length, 'character')}
          {pages > 1 && `, ${formatExact(from + 1)}–${formatExact(to)} shown`}
        </span>
        {pages > 1 && (
          <span className="no-print flex gap-2">
            <button
              type="button"
              className="control max-md:min-h-11"
              disabled={page === 0}
              onClick={() => setPage(page - 1)}
            >
              Earlier
            </button>
            <button
              type="button"
              className="control max-md:min-h-11"
              disabled={page === pages - 1}
              onClick={() => setPage(page + 1)}
            >
              Later
            </button>
          </span>
        )}
        <label className="no-print inline-flex items-center gap-2 max-md:min-h-11">
          <input type="checkbox" checked={all} onChange={({ target }) => setAll(target.checked)} />
          every character beyond ASCII by its code point
        </label>
        {find !== null && find !== '' && found === -1 && (
          <span className="text-text">This text is not in this answer.</span>
        )}
      </p>
      {/* Focusable, so that the keyboard can scroll it. */}
      <pre
        data-verbatim=""
        translate="no"
        dir="ltr"
        tabIndex={0}
        aria-label="Body as sent"
        className="mono m-0 max-h-[32rem] overflow-y-auto border-t border-line py-2 leading-5 wrap-anywhere whitespace-pre-wrap"
      >
        {text === '' ? 'The body is empty.' : part(from, marked)}
        {marked < to && (
          <>
            <mark ref={(element) => element?.scrollIntoView({ block: 'center' })} className="bg-s3 text-text">
              {part(marked, end)}
            </mark>
            {part(end, to)}
          </>
        )}
      </pre>
    </>
  );
}
