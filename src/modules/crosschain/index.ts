export { listRoutes, listSourceOptions } from './list-source-options.ts';
export { payByRoute } from './pay-by-route.ts';
