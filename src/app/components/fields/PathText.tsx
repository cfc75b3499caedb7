/** Number of characters at the end of a path that are never cut, because file names differ there. */
const uncutEnd = 20;

/** A path. If it does not fit, its middle is cut. */
export function PathText({ path }: { readonly path: string }) {
  const letters = Array.from(path);
  if (letters.length <= 2 * uncutEnd)
    return (
      <span translate="no" className="mono">
        {path}
      </span>
    );
  return (
    <span translate="no" className="mono flex" title={path}>
      <span className="min-w-0 truncate">{letters.slice(0, -uncutEnd).join('')}</span>
      <span className="shrink-0">{letters.slice(-uncutEnd).join('')}</span>
    </span>
  );
}
