export { listSourceOptions } from './list-source-options.ts';
