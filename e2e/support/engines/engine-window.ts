/** One browser window, in whichever engine, with what the drivers of all engines can do. */
export interface EngineWindow {
  open(url: string): Promise<void>;
  back(): Promise<void>;
  /** Evaluates an expression in the page. Its value is a string. */
  evaluate(expression: string): Promise<string>;
  /** Clicks at a place in the viewport, CSS pixels. */
  click(x: number, y: number): Promise<void>;
  /** Presses keys one after another, each a character or a name such as `Enter`. */
  press(keys: readonly string[]): Promise<void>;
  /**
   * Returns errors in the console, uncaught errors and unhandled rejections so far. `null`: the fixtures of the
   * test collect them.
   */
  readonly faults: (() => Promise<readonly string[]>) | null;
  close(): Promise<void>;
}
