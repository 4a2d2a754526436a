import type { Config, PerHost } from './config.ts';

/** What listens everywhere is reached by name; these are no addresses to go to. */
const EVERYWHERE = new Set(['0.0.0.0', '::']);

/**
 * Where each host is reached: as set, otherwise at the host and the port that it listens on.
 * `ports` are those that were really taken, where the settings leave the choice.
 */
export function publicUrls(
  config: Pick<Config, 'host' | 'urls'>,
  ports: PerHost<number>,
): PerHost<string> {
  const name = EVERYWHERE.has(config.host) ? 'localhost' : config.host;
  const host = name.includes(':') ? `[${name}]` : name;
  const at = (set: string | undefined, port: number) =>
    set ?? new URL(`http://${host}:${port}`).origin;
  return {
    api: at(config.urls.api, ports.api),
    auth: at(config.urls.auth, ports.auth),
    pay: at(config.urls.pay, ports.pay),
    dashboard: at(config.urls.dashboard, ports.dashboard),
  };
}

/** Whether a dashboard is served here: always in the sandbox, in production where its URL is set. */
export function servesDashboard({ mode, urls }: Pick<Config, 'mode' | 'urls'>): boolean {
  return mode === 'sandbox' || urls.dashboard !== undefined;
}
