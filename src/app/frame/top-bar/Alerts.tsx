import { type ReactNode, useId, useState } from 'react';
import { useNotifying, usePermission, useSounding } from '#app/observe/alerts/alert-preferences.ts';
import { chooseNotifying, chooseSounding } from '#app/observe/alerts/choose.ts';
import type { Permission } from '#app/observe/alerts/notify.ts';
import { useSound } from '#app/observe/alerts/tone.ts';

const bell = 'M8 1.8v1.4M3 11.6h10M4.4 11.6V7.2a3.6 3.6 0 0 1 7.2 0v4.4M6.6 13.9h2.8';

export default function Alerts() {
  const id = useId();
  const [isOpen, setOpen] = useState(false);
  const isOn = [useNotifying(), useSounding()].includes(true);
  const isBlocked = useSound() === 'blocked' && isOn;
  const title = isBlocked ? 'Alerts: sound is blocked until this page is clicked' : 'Alerts';
  return (
    <>
      <button
        type="button"
        className="inline-flex size-6 items-center justify-center max-md:size-11"
        aria-label={`Alerts, ${isOn ? 'on' : 'off'}`}
        title={title}
        popoverTarget={id}
      >
        <svg
          viewBox="0 0 16 16"
          width="16"
          height="16"
          aria-hidden="true"
          stroke="currentColor"
          strokeWidth="1.4"
          fill="none"
        >
          <path d={bell} fill={isOn ? 'currentColor' : 'none'} />
        </svg>
      </button>
      <div
        id={id}
        popover="auto"
        role="dialog"
        aria-label="Alerts"
        onBeforeToggle={({ newState }) => setOpen(newState === 'open')}
        className="fixed inset-auto top-12 right-4 m-0 w-80 max-w-[calc(100vw-2rem)] border border-line-strong bg-bg p-4 text-[13px] whitespace-normal text-text"
      >
        <p className="section-title">When something gets worse</p>
        <p className="pt-1 pb-3 text-text-2">
          Alerts come after two polls with the same problem, at most one in 30 s, while this page is open.
        </p>
        <Notifications isOpen={isOpen} />
        <Sound />
      </div>
    </>
  );
}

function Choice({
  label,
  checked,
  onChange,
  children,
}: {
  readonly label: string;
  readonly checked: boolean;
  readonly onChange: (on: boolean) => void;
  readonly children: ReactNode;
}) {
  const id = useId();
  return (
    <div className="border-t border-line py-2">
      <label className="flex min-h-6 cursor-pointer items-center gap-2.5 font-[560]">
        <input
          type="checkbox"
          className="size-4 accent-(--text)"
          checked={checked}
          aria-describedby={id}
          onChange={(event) => onChange(event.target.checked)}
        />
        {label}
      </label>
      <p id={id} aria-live="polite" className="pl-6.5 text-text-2">
        {children}
      </p>
    </div>
  );
}

const permissionWords: Readonly<Record<Permission, string>> = {
  default: 'Shown by the browser, which asks for your permission first.',
  granted: 'Shown by the browser.',
  denied: 'Denied by the browser. Allow notifications for this site in its settings, then switch them on here.',
  unsupported: 'This browser can’t show notifications here. They need https or localhost.',
};

function Notifications({ isOpen }: { readonly isOpen: boolean }) {
  return (
    <Choice label="Notifications" checked={useNotifying()} onChange={(on) => void chooseNotifying(on)}>
      {isOpen && <Allowed />}
    </Choice>
  );
}

function Allowed() {
  return permissionWords[usePermission()];
}

function Sound() {
  const isOn = useSounding();
  const sound = useSound();
  return (
    <Choice label="Sound" checked={isOn} onChange={chooseSounding}>
      {isOn && sound === 'blocked'
        ? 'Sound is blocked until this page is clicked.'
        : sound === 'unsupported'
          ? 'This browser can’t play sound.'
          : 'One short tone.'}
    </Choice>
  );
}
