import { z } from 'zod';
import type { Config } from './config.ts';
import { setting } from './setting.ts';
import { apiKey, dollars, listOf, number, serviceName, urlOf } from './value-forms.ts';

/** The public address of the service, whose shapes the adapter speaks. */
const PUBLIC_URL = 'https://li.quest/v1';

/** The settings about routes from other networks and tokens. */
export const ROUTE_SETTINGS = {
  ROUTE_PROVIDER_URL: setting(urlOf(['http:', 'https:']), {
    meaning:
      'Where routes from other networks and tokens are quoted: LI.FI, or a service of the same shapes.',
    unit: 'URL with its version',
    example: 'https://li.quest/v1',
    otherwise:
      '`https://li.quest/v1` in production where `ROUTE_PROVIDER_INTEGRATOR` is set; in the sandbox its own provider, where two networks with a bridge run; else payments are made on their own network only',
  }),
  ROUTE_PROVIDER_INTEGRATOR: setting(serviceName(), {
    meaning:
      'The name under which this installation is registered at the route provider; setting it offers payments from other networks and tokens.',
    unit: 'letters, digits and the signs `.`, `-` and `_`',
    example: 'example-shop',
    otherwise: 'no routes are offered in production',
  }),
  ROUTE_PROVIDER_API_KEY: setting(apiKey(), {
    meaning: 'The key for the route provider, which raises its limits.',
    unit: 'the key as the provider shows it',
    example: '',
    otherwise: 'no key is sent',
    secret: true,
  }),
  ROUTE_BRIDGES: setting(listOf(serviceName()), {
    meaning:
      'The bridges that routes may use. Calldata of any other than Across is refused, whatever is named here.',
    unit: 'comma-separated keys of the route provider',
    example: 'across',
    otherwise: '`across`',
  }),
  ROUTE_COST_MAX_BPS: setting(number({ min: 0, max: 10_000 }), {
    meaning:
      'How much more than the worth of the payment a route may take from the payer, as a share of it; `ROUTE_COST_MAX_USD` comes on top. Costlier routes are refused.',
    unit: 'hundredths of a percent',
    example: '200',
    otherwise: '`300`, which is 3 percent',
  }),
  ROUTE_COST_MAX_USD: setting(dollars(), {
    meaning: 'How much a route may take beside the share of `ROUTE_COST_MAX_BPS`.',
    unit: 'dollars',
    example: '1.5',
    otherwise: '`2`',
  }),
};

const shape = z.object(ROUTE_SETTINGS);
type RouteSettings = z.output<typeof shape>;

/** The settings of routes with their defaults. The public service is used in production alone, and under a name of its own. */
export function routesOf(
  settings: RouteSettings,
  mode: Config['mode'],
): Pick<Config, 'routeProvider' | 'routeCost'> {
  const {
    ROUTE_PROVIDER_URL: url = mode === 'production' ? PUBLIC_URL : undefined,
    ROUTE_PROVIDER_INTEGRATOR: integrator,
  } = settings;
  return {
    routeProvider:
      url === undefined || integrator === undefined
        ? undefined
        : {
            url,
            integrator,
            apiKey: settings.ROUTE_PROVIDER_API_KEY,
            bridges: settings.ROUTE_BRIDGES ?? ['across'],
          },
    routeCost: {
      bps: settings.ROUTE_COST_MAX_BPS ?? 300,
      fixedUsd: settings.ROUTE_COST_MAX_USD ?? '2',
    },
  };
}

/** Which settings have no effect without another, with what that is. */
export function findRouteProblems(
  settings: RouteSettings,
  mode: Config['mode'] | undefined,
): readonly (readonly [name: string, problem: string])[] {
  const hasIntegrator = settings.ROUTE_PROVIDER_INTEGRATOR !== undefined;
  const problem = 'has no effect without ROUTE_PROVIDER_INTEGRATOR: set both';
  const alone = (['ROUTE_PROVIDER_URL', 'ROUTE_PROVIDER_API_KEY', 'ROUTE_BRIDGES'] as const)
    .filter((name) => settings[name] !== undefined && !hasIntegrator)
    .map((name) => [name, problem] as const);
  const isNowhere =
    mode === 'sandbox' && hasIntegrator && settings.ROUTE_PROVIDER_URL === undefined;
  return isNowhere
    ? [
        ...alone,
        [
          'ROUTE_PROVIDER_INTEGRATOR',
          'needs ROUTE_PROVIDER_URL in the sandbox, whose payments are no payments elsewhere',
        ],
      ]
    : alone;
}
