// Runs before the first paint: the address wins over the stored choice, which wins over the system's.
(() => {
  const known = (value) => (value === 'dark' || value === 'light' ? value : null);
  let stored = null;
  try {
    stored = localStorage.getItem('edgewatch:theme');
  } catch {
    // Storage is denied: the system's theme is as good a choice.
  }
  document.documentElement.dataset.theme =
    known(new URLSearchParams(location.search).get('theme')) ??
    known(stored) ??
    (matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light');
})();
