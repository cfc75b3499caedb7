/** A key as it is drawn beside what it does. */
export function KeyCap({ children }: { readonly children: string }) {
  return <kbd className="key-cap">{children}</kbd>;
}
