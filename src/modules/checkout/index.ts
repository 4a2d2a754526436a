export { sightOf } from './model/guarded-link.ts';
export { linkNotFound } from './model/link-state.ts';
