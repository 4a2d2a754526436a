/** Has the document say that a part of a test wallet did not load: it is a part of the page, and the failure becomes one of the wallet on its way. */
export function reportUnloaded(error: unknown): never {
  // Nobody answers for this one, which is what the script of the document listens to.
  void Promise.reject(error);
  throw error;
}
