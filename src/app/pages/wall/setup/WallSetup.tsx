import '../wall.css';
import { type ReactNode, useId, useState } from 'react';
import { useHref, useNavigate } from 'react-router';
import { DeploymentContact } from '#app/components/freshness/Contact.tsx';
import { Confirmed } from '#app/components/freshness/freshness-context.tsx';
import { DeploymentName } from '#app/components/page/DeploymentName.tsx';
import { StatusGlyph } from '#app/components/severity/StatusGlyph.tsx';
import { useDeployments, wallConfig } from '#app/delivered/config.ts';
import { useVerdict } from '#app/observe/verdicts/verdicts.ts';
import { useStatus } from '#app/queries/resources/status.ts';
import { CopyButton } from '#app/ui/elements/CopyButton.tsx';
import { CloseModal, Modal } from '#app/ui/elements/Modal.tsx';
import { Segmented } from '#app/ui/elements/Segmented.tsx';
import type { Deployment } from '#contract/host.ts';
import { formatExact, joinWords } from '#domain/text/format.ts';
import { fullHd, hasRoomFor, roles, unitOf } from '#domain/wall/geometry.ts';
import { type SceneName, sceneNames } from '#domain/wall/rotation.ts';
import { roomOf } from '../context.ts';
import { readWallSettings, resolvedZone, type WallSettings, wallAddress } from '../screen/options.ts';
import { Preview } from './Preview.tsx';
import { SceneOrder, titleOfScene } from './SceneOrder.tsx';

const paces = [10, 20, 30, 60];
const diagonals = [32, 43, 50, 55, 65, 75, 85, 98];

/** Dialog that builds the address of a wall. The address contains all settings; nothing else is stored. */
export default function WallSetup({
  slug,
  onClose,
}: {
  readonly slug: string | undefined;
  readonly onClose: () => void;
}) {
  const [defaults] = useState(() => readWallSettings(new URLSearchParams(), wallConfig));
  const [settings, setSettings] = useState<WallSettings>(() => ({
    ...defaults,
    deployments: slug === undefined ? defaults.deployments : [slug],
  }));
  const [order, setOrder] = useState<readonly SceneName[]>(() => [
    ...defaults.scenes,
    ...sceneNames.filter((name) => !defaults.scenes.includes(name)),
  ]);
  const navigate = useNavigate();
  const set = (change: Partial<WallSettings>) => setSettings({ ...settings, ...change });
  const address = wallAddress(settings, defaults);
  const { href } = new URL(useHref(address), globalThis.location.href);
  const known = useDeployments();
  const shown = known.filter((each) => settings.deployments.includes(each.slug));
  const deployments = shown.length > 0 ? shown : known;
  return (
    <Modal label="Set up a wall" className="w-[min(1040px,100vw-2rem)]" onClose={onClose}>
      <form
        className="flex max-h-[inherit] flex-col text-[13px]"
        onSubmit={(event) => {
          event.preventDefault();
          onClose();
          void navigate(address);
        }}
      >
        <header className="flex items-center gap-4 border-b border-line-strong px-6 py-3">
          <h2 className="text-[18px] leading-7 font-[620]">Set up a wall</h2>
          <p className="min-w-0 flex-1 text-[12.5px] text-text-2">
            <span className="max-md:sr-only">All choices are in the address. Nothing is stored elsewhere.</span>
          </p>
          <CloseModal />
        </header>
        <div className="grid min-h-0 grid-cols-[minmax(0,1fr)] overflow-y-auto lg:grid-cols-[minmax(0,1fr)_442px]">
          <div className="px-6 py-2">
            <Deployments chosen={settings.deployments} onChange={(slugs) => set({ deployments: slugs })} />
            <Row label="Scenes">
              <SceneOrder
                order={order}
                chosen={settings.scenes}
                onChange={(next, scenes) => {
                  setOrder(next);
                  set({ scenes });
                }}
              />
            </Row>
            <Row label="Pace">
              <Segmented
                label="Seconds of a turn"
                value={String(settings.seconds)}
                options={[...new Set([...paces, defaults.seconds])]
                  .toSorted((a, b) => a - b)
                  .map((seconds) => ({ value: String(seconds), label: `${formatExact(seconds)} s` }))}
                onChange={(seconds) => set({ seconds: Number(seconds) })}
              />
              <span className="text-text-2">a turn</span>
            </Row>
            <Row label="Theme">
              <Segmented
                label="Theme of the wall"
                value={settings.theme}
                options={[
                  { value: 'dark', label: 'Dark' },
                  { value: 'light', label: 'Light' },
                ]}
                onChange={(theme) => set({ theme })}
              />
            </Row>
            <RoomRow settings={settings} onChange={set} />
            <MoreRow settings={settings} defaults={defaults} onChange={set} />
          </div>
          <div className="border-line-strong px-6 py-4 max-lg:border-t lg:border-l">
            <Preview key={settings.deployments.join()} deployments={deployments} settings={settings} />
            <a
              href={`${href}${href.includes('?') ? '&' : '?'}card`}
              target="_blank"
              rel="noreferrer"
              className="mt-3 inline-block underline underline-offset-4 hover:decoration-2"
            >
              Test card for this room
            </a>
          </div>
        </div>
        <footer className="flex flex-wrap items-center gap-3 border-t border-line-strong px-6 py-4">
          <output aria-label="Address of the wall" className="mono min-w-0 flex-1 basis-80 wrap-anywhere">
            {href}
          </output>
          <CopyButton text={href} label="Copy address" />
          <button
            type="submit"
            className="control border-text bg-text font-semibold text-bg hover:bg-text! max-md:min-h-11"
          >
            Open here
          </button>
        </footer>
      </form>
    </Modal>
  );
}

function Row({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    <div
      role="group"
      aria-label={label}
      className="grid gap-x-4 gap-y-1 border-t border-line py-2.5 first:border-0 md:grid-cols-[7rem_minmax(0,1fr)]"
    >
      <span aria-hidden="true" className="leading-[26px] font-[600]">
        {label}
      </span>
      <div className="flex min-w-0 flex-wrap items-center gap-x-4 gap-y-2">{children}</div>
    </div>
  );
}

function Deployments({
  chosen,
  onChange,
}: {
  readonly chosen: readonly string[];
  readonly onChange: (slugs: readonly string[]) => void;
}) {
  const known = useDeployments();
  const count = known.filter(({ slug }) => chosen.includes(slug)).length;
  return (
    <Row label="Deployments">
      <ul className="m-0 grid max-h-52 w-full list-none grid-cols-[repeat(auto-fill,minmax(8.5rem,1fr))] gap-x-4 overflow-y-auto p-0">
        {known.map((deployment) => (
          <li key={deployment.slug} className="min-w-0">
            <DeploymentChoice
              deployment={deployment}
              checked={chosen.includes(deployment.slug)}
              onChange={(on) =>
                // In configured order, whichever was chosen first.
                onChange(
                  known
                    .map(({ slug }) => slug)
                    .filter((slug) => (slug === deployment.slug ? on : chosen.includes(slug))),
                )
              }
            />
          </li>
        ))}
      </ul>
      <p className="text-text-2">
        {count === 0
          ? 'If none is chosen, the wall shows all, including new ones.'
          : `${formatExact(count)} of ${formatExact(known.length)}. If none is chosen, the wall shows all, including new ones.`}
      </p>
    </Row>
  );
}

function DeploymentChoice({
  deployment,
  checked,
  onChange,
}: {
  readonly deployment: Deployment;
  readonly checked: boolean;
  readonly onChange: (on: boolean) => void;
}) {
  const { feed } = useStatus(deployment);
  const { severity } = useVerdict(deployment);
  return (
    <label className="flex min-h-7 cursor-pointer items-center gap-2" title={deployment.name}>
      <input
        type="checkbox"
        className="tick"
        checked={checked}
        onChange={(event) => onChange(event.target.checked)}
      />
      <DeploymentContact deployment={deployment}>
        <Confirmed feeds={[feed]} className="inline-flex">
          <StatusGlyph severity={severity} size={11} />
        </Confirmed>
      </DeploymentContact>
      <span className="truncate">
        <DeploymentName deployment={deployment} />
      </span>
    </label>
  );
}

interface PartProps {
  readonly settings: WallSettings;
  readonly onChange: (change: Partial<WallSettings>) => void;
}

function RoomRow({ settings: { room, scenes }, onChange }: PartProps) {
  const unit = unitOf(fullHd, room);
  const crowded = scenes.filter((name) => !hasRoomFor(name, roomOf(fullHd, unit)));
  return (
    <Row label="Room">
      <label className="flex items-center gap-2">
        Screen
        <select
          className="control"
          value={room.diagonal}
          onChange={(event) => onChange({ room: { ...room, diagonal: Number(event.target.value) } })}
        >
          {[...new Set([...diagonals, room.diagonal])]
            .toSorted((a, b) => a - b)
            .map((inches) => (
              <option key={inches} value={inches}>
                {formatExact(inches)}″
              </option>
            ))}
        </select>
      </label>
      <Metres value={room.distance} onChange={(distance) => onChange({ room: { ...room, distance } })} />
      <p className="w-full text-text-2">
        The smallest words that matter are {formatExact(Math.round(unit * roles.component))} px high on 1,080
        lines.
        {crowded.length > 0 && ` There is no room for ${joinWords(crowded.map(titleOfScene))}.`}
      </p>
    </Row>
  );
}

/** Number field for the reading distance in metres. It may be empty while the viewer types. */
function Metres({ value, onChange }: { readonly value: number; readonly onChange: (metres: number) => void }) {
  const [text, setText] = useState(String(value));
  return (
    <label className="flex items-center gap-2">
      Read from
      <input
        type="number"
        min={0.5}
        max={50}
        step={0.5}
        className="control w-16"
        value={text}
        // Enter must not submit the form.
        onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
        onChange={(event) => {
          setText(event.target.value);
          const metres = event.target.valueAsNumber;
          if (metres >= 0.5 && metres <= 50) onChange(metres);
        }}
      />
      m
    </label>
  );
}

const dimmed = [22, 6] as const;

function MoreRow({ settings, defaults, onChange }: PartProps & { readonly defaults: WallSettings }) {
  const id = useId();
  const here = new Intl.DateTimeFormat('en').resolvedOptions().timeZone;
  const zones = [...new Set(['UTC', defaults.zone, settings.zone])];
  const hours = defaults.dim ?? dimmed;
  return (
    <Row label="More">
      <label htmlFor={id}>Clock</label>
      <select
        id={id}
        className="control"
        value={settings.zone}
        onChange={(event) => onChange({ zone: event.target.value })}
      >
        {(zones.some((zone) => resolvedZone(zone) === here) ? zones : [...zones, here]).map((zone) => (
          <option key={zone}>{zone}</option>
        ))}
      </select>
      <label className="flex min-h-7 cursor-pointer items-center gap-2">
        <input
          type="checkbox"
          className="tick"
          checked={settings.sound}
          onChange={(event) => onChange({ sound: event.target.checked })}
        />
        Sound
      </label>
      <label className="flex min-h-7 cursor-pointer items-center gap-2">
        <input
          type="checkbox"
          className="tick"
          checked={settings.dim !== null}
          // An address cannot switch off a configured dimming.
          disabled={defaults.dim !== null}
          onChange={(event) => onChange({ dim: event.target.checked ? dimmed : null })}
        />
        Dim {hours.map((hour) => String(hour).padStart(2, '0')).join('–')}
      </label>
    </Row>
  );
}
