import { useState } from 'react';
import { Link, useLocation, useNavigate } from 'react-router';
import { Popup } from '#app/ui/elements/Popup.tsx';
import { hostNow } from '#app/ui/time/clock.ts';
import type { ComparedMoment } from '#domain/history/past/as-of.ts';
import { MomentField } from '../MomentField.tsx';
import { searchCompared } from '../search-at.ts';

const hour = 3_600_000;
const earlier = [
  { name: 'An hour', by: hour },
  { name: 'A day', by: 24 * hour },
  { name: 'A week', by: 168 * hour },
] as const;

export interface CompareWithProps {
  /** The shown moment; `null` for the present. */
  readonly moment: ComparedMoment;
}

/** Menu of moments with which the shown moment can be compared. */
export function CompareWith({ moment }: CompareWithProps) {
  return (
    <div className="no-print max-md:w-full">
      <Popup label="Compare with…" opens="down" isWide>
        {(close) => <Menu moment={moment} close={close} />}
      </Popup>
    </div>
  );
}

/** Its times count from when it was opened, so that they stay while somebody types. */
function Menu({ moment, close }: CompareWithProps & { readonly close: () => void }) {
  const { search } = useLocation();
  const navigate = useNavigate();
  const [shown] = useState(() => moment ?? Math.floor(hostNow() / 1000) * 1000);
  const to = (from: number) => ({ search: searchCompared(search, from, moment) });
  const choices = earlier.map(({ name, by }) => ({
    name: `${name} ${moment === null ? 'ago' : 'before'}`,
    to: to(shown - by),
  }));
  // The way from a past moment to the present is a comparison of the present with it.
  const now = { name: 'Now', to: { search: searchCompared(search, moment, null) } };
  return (
    <div role="group" aria-label="Compare with" className="w-112 py-1.5 max-md:w-full">
      <ul className="m-0 list-none p-0">
        {[...choices, ...(moment === null ? [] : [now])].map((choice) => (
          <li key={choice.name}>
            <Link
              to={choice.to}
              preventScrollReset
              onClick={close}
              className="flex min-h-8 items-center px-3 hover:bg-s2 max-md:min-h-11"
            >
              {choice.name}
            </Link>
          </li>
        ))}
      </ul>
      <div className="mt-1.5 border-t border-line px-3 pt-2 pb-1">
        <MomentField
          moment={shown - hour}
          action="Compare"
          onChoose={(from) => {
            close();
            void navigate(to(from), { preventScrollReset: true });
          }}
        />
      </div>
    </div>
  );
}
