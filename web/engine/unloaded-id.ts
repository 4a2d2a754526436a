/** Of what says that a part of the page did not load; its last element is left to the page. */
export const UNLOADED_ID = 'unloaded';
