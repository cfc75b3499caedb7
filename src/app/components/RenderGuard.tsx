import { Component, type ReactNode } from 'react';

/** Keeps a render error to the part it happened in, with a way to try again. */
export class RenderGuard extends Component<
  { readonly name: string; readonly children: ReactNode },
  { readonly error: unknown }
> {
  override state: { readonly error: unknown } = { error: null };

  static getDerivedStateFromError(error: unknown) {
    return { error };
  }

  override render() {
    const { error } = this.state;
    if (error === null) return this.props.children;
    return (
      <div role="group" aria-label={`${this.props.name} could not be drawn`} className="py-3 text-text-2">
        <p className="font-semibold text-text">{this.props.name} could not be drawn</p>
        <p className="mb-2">
          The rest of the page goes on.{' '}
          {error instanceof Error ? error.message.slice(0, 300) : 'The cause is not known.'}
        </p>
        <button type="button" className="control" onClick={() => this.setState({ error: null })}>
          Try again
        </button>
      </div>
    );
  }
}
