export { TOO_MANY_ROUTES } from './count-route.ts';
export { listRoutes, listSourceOptions } from './list-source-options.ts';
export { findRouteProblem } from './model/check-route.ts';
export { canBeWorthRoute } from './model/route-cost.ts';
export { checkSourceIsWhole, readRouteSource } from './model/route-source.ts';
export { checkStep, RouteStep, readStepSource, refuseStep } from './model/route-step.ts';
export { payByRoute, type RoutePayer } from './pay-by-route.ts';
export { payByRoutes } from './pay-by-routes.ts';
export { payFeesFrom } from './pay-fees-from.ts';
