/** Seeds of the short run, in which together everything happens that may happen over a bridge. */
export const BRIDGE_SEEDS: readonly string[] = ['bridge 6', 'bridge 2', 'bridge 24'];
