import type { RouteProviderSettings } from '#platform/config/config.ts';
import type { SandboxFile } from './sandbox-file.ts';

/** How the sandbox's own route provider is called at this URL. */
export function routesAt(url: string): RouteProviderSettings {
  return { url, integrator: 'florin-sandbox', apiKey: undefined, bridges: ['across'] };
}

/** The same for the provider of a sandbox that runs; undefined where it has none. */
export function routesOfSandbox(file: SandboxFile | undefined): RouteProviderSettings | undefined {
  return file?.routeProviderUrl === undefined ? undefined : routesAt(file.routeProviderUrl);
}
