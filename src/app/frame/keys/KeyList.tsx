import { KeyCap } from '#app/components/keys/KeyCap.tsx';
import { CloseModal, Modal } from '#app/ui/elements/Modal.tsx';
import { useLetterKeys } from '#app/url/settings.ts';
import { type KeyGroup, keyColumns } from './key-list.ts';

export default function KeyList({ onClose }: { readonly onClose: () => void }) {
  const [letterKeys, setLetterKeys] = useLetterKeys();
  return (
    <Modal label="Keys" className="w-[min(58.75rem,calc(100vw-2rem))]" onClose={onClose}>
      <header className="flex flex-wrap items-center gap-x-3.5 border-b border-line-strong px-6 py-3 max-md:px-4">
        <h2 className="text-[17px] leading-7 font-[620]">Keys</h2>
        <p className="caption text-text-2">Off while you type. All of it works with the pointer too.</p>
        <label className="ml-auto flex min-h-6 cursor-pointer items-center gap-2 text-[12.5px] max-md:ml-0 max-md:min-h-11">
          <input
            type="checkbox"
            className="tick"
            checked={letterKeys}
            onChange={(event) => setLetterKeys(event.target.checked)}
          />
          single-letter keys
        </label>
        <span className="max-md:ml-auto">
          <CloseModal />
        </span>
      </header>
      <div className="grid gap-x-8 px-6 pt-1 pb-7 max-md:px-4 md:grid-cols-3">
        {keyColumns.map((groups) => (
          <div key={groups[0]?.title}>
            {groups.map((group) => (
              <Group key={group.title} group={group} />
            ))}
          </div>
        ))}
      </div>
    </Modal>
  );
}

function Group({ group: { title, lines } }: { readonly group: KeyGroup }) {
  return (
    <>
      <h3 className="border-b border-line-strong pt-3.5 pb-1.5 text-[13px] leading-5 font-[620]">{title}</h3>
      <dl className="m-0">
        {lines.map(({ keys, does }) => (
          <div key={does} className="grid h-[30px] grid-cols-[7.5rem_1fr] items-center border-b border-line">
            <dt className="flex items-center gap-1">
              {keys.map((key, place) =>
                typeof key === 'string' ? (
                  <KeyCap key={place}>{key}</KeyCap>
                ) : (
                  <span key={place} className="px-0.5 text-text-2">
                    {key.word}
                  </span>
                ),
              )}
            </dt>
            <dd className="m-0 truncate">{does}</dd>
          </div>
        ))}
      </dl>
    </>
  );
}
