/** Characters at the end of a path that are never cut: names of files differ there. */
const kept = 20;

/** A path that loses its middle where there is no room for all of it. */
export function PathText({ path }: { readonly path: string }) {
  const letters = Array.from(path);
  if (letters.length <= 2 * kept)
    return (
      <span translate="no" className="mono">
        {path}
      </span>
    );
  return (
    <span translate="no" className="mono flex" title={path}>
      <span className="min-w-0 truncate">{letters.slice(0, -kept).join('')}</span>
      <span className="shrink-0">{letters.slice(-kept).join('')}</span>
    </span>
  );
}
