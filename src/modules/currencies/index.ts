export { listConversionRoutes } from './list-conversion-routes.ts';
export { listCurrencies } from './list-currencies.ts';
