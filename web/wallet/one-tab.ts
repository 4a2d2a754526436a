const PREFIX = 'florin.signing.';

/**
 * Does something unless another tab of this browser is doing it for the same link; whether it was done. A
 * tab that is closed or crashes gives way. Where a browser has no locks, as on pages without TLS, it is done.
 */
export async function inOneTab(token: string, work: () => Promise<void>): Promise<boolean> {
  let hasLock = true;
  // What the work throws is not to be taken for a browser that denies locks.
  let done: Promise<void> | undefined;
  try {
    await navigator.locks.request(PREFIX + token, { ifAvailable: true }, async (lock) => {
      hasLock = lock !== null;
      if (hasLock) done = work();
      await done;
    });
  } catch {
    done ??= work();
  }
  await done;
  return hasLock;
}
