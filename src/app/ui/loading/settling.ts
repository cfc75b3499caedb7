/** What a page still waits for before it shows what its host drew. */

let open = 0;

/** Says that something is on its way; call what it returns once it is there, or nobody waits for it any more. */
export function settling(): () => void {
  let isOpen = true;
  open += 1;
  return () => {
    if (isOpen) open -= 1;
    isOpen = false;
  };
}

export function isSettled(): boolean {
  return open === 0;
}
