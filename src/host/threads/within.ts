/** Waits for `promise`. @returns its value; `fallback` if it takes longer than `milliseconds`. */
export async function within<T, F>(promise: Promise<T>, milliseconds: number, fallback: F): Promise<T | F> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<F>((resolve) => {
    timer = setTimeout(resolve, milliseconds, fallback);
  });
  try {
    return await Promise.race([promise, late]);
  } finally {
    clearTimeout(timer);
  }
}
