import { Component, type ReactNode } from 'react';

/** Shows a message in place of a scene that throws. The rotation continues and retries the scene later. */
export class SceneGuard extends Component<
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
      <div className="wall-scene" data-freshness="lost">
        <h1 className="wall-name">The scene “{this.props.name}” could not be drawn</h1>
        <p className="wall-component text-text-2">
          {error instanceof Error ? error.message.slice(0, 200) : 'The cause is not known.'} The rotation goes
          on.
        </p>
      </div>
    );
  }
}
