import { Component, type ReactNode } from 'react';

interface Props {
  readonly name: string;
  /** Path of the page. When it changes, the error of the old page is cleared. */
  readonly place?: string;
  /** Whether the guarded part is a complete page with a `main` of its own. */
  readonly whole?: boolean;
  readonly children: ReactNode;
}

interface State {
  readonly error: unknown;
  readonly place: string | undefined;
}

/** Milliseconds before the first remount. Each further wait is twice as long, up to `longestWait`. */
const firstWait = 2000;
const longestWait = 60_000;

/**
 * Limits a render error to one part of the page and remounts that part automatically, because nobody could
 * press the button on a wall.
 */
export class RenderGuard extends Component<Props, State> {
  override state: State = { error: null, place: this.props.place };
  #wait = firstWait;
  #timer: ReturnType<typeof setTimeout> | undefined;

  static getDerivedStateFromError(error: unknown) {
    return { error };
  }

  static getDerivedStateFromProps({ place }: Props, state: State) {
    return place === state.place ? null : { error: null, place };
  }

  override componentDidCatch() {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(this.#repair, this.#wait);
    this.#wait = Math.min(this.#wait * 2, longestWait);
  }

  override componentWillUnmount() {
    clearTimeout(this.#timer);
  }

  readonly #repair = () => this.setState({ error: null });

  override render() {
    const { error } = this.state;
    if (error === null) return this.props.children;
    const broken = (
      <div role="group" aria-label={`${this.props.name} could not be drawn`} className="py-3 text-text-2">
        <p className="font-semibold text-text">{this.props.name} could not be drawn</p>
        <p className="mb-2">
          The rest of the page goes on.{' '}
          {error instanceof Error ? error.message.slice(0, 300) : 'The cause is not known.'}
        </p>
        <button type="button" className="control" onClick={this.#repair}>
          Try again
        </button>
      </div>
    );
    return this.props.whole ? <FullPage>{broken}</FullPage> : broken;
  }
}

export function FullPage({ children }: { readonly children: ReactNode }) {
  return (
    <main id="main" className="sheet py-6">
      {children}
    </main>
  );
}

export function PageGuard(props: Omit<Props, 'name'>) {
  return <RenderGuard name="This page" {...props} />;
}
