import { setAcknowledged, useMissing } from '#app/observe/roster/store.ts';
import type { ListedKind } from '#domain/memory/changes.ts';
import { formatExact, formatTime } from '#domain/text/format.ts';
import { Verbatim } from '../fields/Verbatim.tsx';

interface Absence {
  readonly slug: string;
  readonly subject: ListedKind;
}

const button = 'min-h-6 border border-ctl px-2 text-[12px] leading-5 rounded-control hover:border-text';

export const shown = 20;

/** Id of the item that was acknowledged last. The undo button of this item takes the focus when it mounts. */
let justAcknowledged = '';

export function Acknowledge({
  slug,
  subject,
  id,
  name,
}: Absence & { readonly id: string; readonly name: string }) {
  return (
    <button
      type="button"
      className={button}
      onClick={() => {
        justAcknowledged = id;
        setAcknowledged(slug, subject, [id], true);
      }}
    >
      Acknowledge
      <span className="sr-only">
        {' '}
        that <Verbatim>{name}</Verbatim> is no longer listed
      </span>
    </button>
  );
}

export function AcknowledgeAll({ slug, subject, ids }: Absence & { readonly ids: readonly string[] }) {
  return (
    <button
      type="button"
      className={button}
      onClick={() => {
        justAcknowledged = ids[0] ?? '';
        setAcknowledged(slug, subject, ids, true);
      }}
    >
      Acknowledge all
    </button>
  );
}

export function Acknowledged({ slug, subject }: Absence) {
  const known = useMissing(slug, subject).filter(({ acknowledged }) => acknowledged);
  if (known.length === 0) return null;
  return (
    <ul aria-label="Acknowledged as no longer listed" className="m-0 list-none p-0 pt-2 text-text-2">
      {known.slice(0, shown).map(({ id, name, lastSeen }) => (
        <li key={id} className="flex flex-wrap items-center gap-x-3 py-0.5 text-[12.5px]">
          <span className="min-w-0 wrap-anywhere">
            <Verbatim>{name}</Verbatim>, last seen {formatTime(lastSeen)}, acknowledged
          </span>
          <button
            type="button"
            className={button}
            ref={(element) => {
              if (!element || justAcknowledged !== id) return;
              justAcknowledged = '';
              element.focus();
            }}
            onClick={() => setAcknowledged(slug, subject, [id], false)}
          >
            Undo
            <span className="sr-only">
              {' '}
              the acknowledgement of <Verbatim>{name}</Verbatim>
            </span>
          </button>
        </li>
      ))}
      {known.length > shown && <li className="caption">And {formatExact(known.length - shown)} more.</li>}
    </ul>
  );
}

/**
 * Below the component grid: a button that acknowledges all components that are no longer listed, and the list
 * of acknowledged ones.
 */
export function AcknowledgedComponents({ slug }: Pick<Absence, 'slug'>) {
  const absence = { slug, subject: 'component' } as const;
  const open = useMissing(slug, 'component').filter(({ acknowledged }) => !acknowledged);
  return (
    <>
      {open.length > 1 && (
        <p className="m-0 flex items-center gap-3 pt-2 text-[12.5px] text-text-2">
          {formatExact(open.length)} no longer listed
          <AcknowledgeAll {...absence} ids={open.map(({ id }) => id)} />
        </p>
      )}
      <Acknowledged {...absence} />
    </>
  );
}
