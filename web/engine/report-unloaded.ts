/** Has the document say that a part of the page did not load, where that failure becomes another one on its way. */
export function reportUnloaded(error: unknown): never {
  // Nobody answers for this one, which is what the script of the document listens to.
  void Promise.reject(error);
  throw error;
}
