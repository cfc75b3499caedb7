import { useEffect, useRef, useState } from 'react';
import { Icon } from '#app/ui/elements/Icon.tsx';
import { Popup } from '#app/ui/elements/Popup.tsx';
import { ProgressBar } from '#app/ui/elements/ProgressBar.tsx';
import { printPage } from '#app/ui/use-printing.ts';
import type { ExportFormat } from '#domain/text/exports.ts';
import { formatExact } from '#domain/text/format.ts';
import { type Exported, fileOf, mediaTypes } from './file.ts';

function download(name: string, file: Blob): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(file);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}

async function copy(file: Promise<Blob>): Promise<void> {
  await navigator.clipboard.write([new ClipboardItem({ [mediaTypes.tsv]: file })]);
}

const many = 5_000;
const messageFor = 4_000;

export function ExportMenu({
  slug,
  noun,
  count,
  opens,
  exported,
}: {
  readonly slug: string;
  readonly noun: string;
  readonly count: number;
  readonly opens: 'up' | 'down';
  readonly exported: () => Exported;
}) {
  const [writing, setWriting] = useState<{ readonly written: number; readonly stop: () => void } | null>(null);
  const [message, setMessage] = useState('');
  const box = useRef<HTMLDivElement>(null);
  const hasBegun = useRef(false);
  const isWriting = writing !== null;
  // The focused button was replaced by another one, so the focus moves there.
  useEffect(() => {
    if (hasBegun.current && document.activeElement === document.body)
      box.current?.querySelector('button')?.focus();
  }, [isWriting]);
  useEffect(() => {
    if (message === '') return undefined;
    const timer = setTimeout(() => setMessage(''), messageFor);
    return () => clearTimeout(timer);
  }, [message]);
  const write = async (format: ExportFormat) => {
    hasBegun.current = true;
    const stopping = new AbortController();
    const stop = () => stopping.abort();
    const onWritten = (written: number) => {
      if (count >= many) setWriting({ written, stop });
    };
    onWritten(0);
    try {
      const file = fileOf(format, exported(), { signal: stopping.signal, onWritten });
      if (format === 'tsv') await copy(file);
      else download(`${slug.replaceAll(/[@:]/g, '-')}-${noun.replaceAll(' ', '-')}.${format}`, await file);
      if (format === 'tsv') setMessage(`${formatExact(count)} ${noun} copied`);
    } catch {
      if (stopping.signal.aborted) setMessage('Stopped. No file was written');
      else if (format === 'tsv') setMessage('This browser does not let this page copy');
      else setMessage('The rows changed during the export: try again');
    } finally {
      setWriting(null);
    }
  };
  return (
    <div ref={box} className="no-print flex items-center gap-2">
      <span aria-live="polite" className="text-text-2">
        {message}
      </span>
      {writing ? (
        <>
          <ProgressBar
            label={`Exporting ${noun}`}
            value={writing.written}
            most={count}
            text={`${formatExact(writing.written)} of ${formatExact(count)} written`}
          />
          <button type="button" className="control max-md:min-h-11" onClick={writing.stop}>
            Stop
          </button>
        </>
      ) : (
        <Popup
          opens={opens}
          label={
            <>
              Export
              <Icon name="caret" className="size-3" />
            </>
          }
        >
          {(close) => (
            <Choices
              of={`${formatExact(count)} ${noun}`}
              onChoose={(format) => {
                close();
                void write(format);
              }}
              onPrint={() => {
                close();
                void printPage();
              }}
            />
          )}
        </Popup>
      )}
    </div>
  );
}

const formats = [
  { format: 'csv', verb: 'Export ', label: 'CSV' },
  { format: 'json', verb: 'Export ', label: 'JSON' },
  { format: 'tsv', verb: '', label: 'Copy rows' },
] as const;

const choice = 'block min-h-8 w-full px-3 text-left text-[12.5px] hover:bg-s2 max-md:min-h-11';

function Choices({
  of,
  onChoose,
  onPrint,
}: {
  readonly of: string;
  readonly onChoose: (format: ExportFormat) => void;
  readonly onPrint: () => void;
}) {
  return (
    <>
      <p className="border-b border-line px-3 py-1 whitespace-nowrap text-[12px] text-text-2">{of}</p>
      {formats.map(({ format, verb, label }) => (
        <button key={format} type="button" className={choice} onClick={() => onChoose(format)}>
          {verb !== '' && <span className="sr-only">{verb}</span>}
          {label}
        </button>
      ))}
      <button type="button" className={choice} onClick={onPrint}>
        Print
      </button>
    </>
  );
}
