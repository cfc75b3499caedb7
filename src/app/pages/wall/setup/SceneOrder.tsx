import { type SceneName, sceneNames } from '#domain/wall/rotation.ts';

const shows: Readonly<Record<SceneName, string>> = {
  overview: 'all chosen deployments, worst first',
  status: 'verdict, and what is not operational',
  map: 'regions at their places',
  inventory: 'six figures of the stock',
  events: 'types by count',
};

export function titleOfScene(name: SceneName): string {
  return `${name[0]?.toUpperCase() ?? ''}${name.slice(1)}`;
}

export function SceneOrder({
  order,
  chosen,
  onChange,
}: {
  readonly order: readonly SceneName[];
  readonly chosen: readonly SceneName[];
  readonly onChange: (order: readonly SceneName[], chosen: readonly SceneName[]) => void;
}) {
  const update = (next: readonly SceneName[], isChosen: (name: SceneName) => boolean) => {
    const scenes = next.filter(isChosen);
    // A wall without scenes shows all of them.
    onChange(next, scenes.length > 0 ? scenes : next);
  };
  const move = (from: number, to: number) => {
    const name = order[from];
    if (name === undefined) return;
    update(order.toSpliced(from, 1).toSpliced(to, 0, name), (each) => chosen.includes(each));
  };
  return (
    <div className="w-full">
      <ol aria-label="Scenes in the order of their turns" className="m-0 list-none p-0">
        {order.map((name, index) => (
          <li key={name} className="flex min-h-[30px] items-center gap-3 border-b border-line">
            <label className="flex min-w-0 flex-1 cursor-pointer items-center gap-2">
              <input
                type="checkbox"
                className="tick"
                checked={chosen.includes(name)}
                onChange={(event) =>
                  update(order, (each) => (each === name ? event.target.checked : chosen.includes(each)))
                }
              />
              <span className="w-20 shrink-0 font-[560]">{titleOfScene(name)}</span>
              <span className="truncate text-text-2">{shows[name]}</span>
            </label>
            <Move name={name} to="up" isDisabled={index === 0} onMove={() => move(index, index - 1)} />
            <Move
              name={name}
              to="down"
              isDisabled={index === sceneNames.length - 1}
              onMove={() => move(index, index + 1)}
            />
          </li>
        ))}
      </ol>
      <p className="pt-1.5 text-text-2">In this order. A new problem comes first for two rotations.</p>
    </div>
  );
}

function Move(props: {
  readonly name: SceneName;
  readonly to: 'up' | 'down';
  readonly isDisabled: boolean;
  readonly onMove: () => void;
}) {
  return (
    <button
      type="button"
      // The button stays, because it may have the keyboard focus.
      className={`control min-w-6 px-1 ${props.isDisabled ? 'border-line-strong text-text-3' : ''}`}
      aria-label={`Move ${titleOfScene(props.name)} ${props.to}`}
      aria-disabled={props.isDisabled}
      onClick={() => !props.isDisabled && props.onMove()}
    >
      {props.to === 'up' ? '↑' : '↓'}
    </button>
  );
}
