import type { Context } from '#context.ts';
import { parseAllowedDomains } from './model/allowed-domain.ts';
import { updateAllowedDomains } from './store/clients.ts';

interface AllowedDomainsInput {
  readonly clientIdId: string;
  /** From now on these origins and no others; none makes it a backend client ID. */
  readonly allowedDomains: readonly string[];
}

/** Changes from where a client ID may be used. Refuses (400) domains that are not origins. */
export async function setAllowedDomains(ctx: Context, input: AllowedDomainsInput): Promise<void> {
  const plainHttp = ctx.settings.mode === 'sandbox';
  const allowedDomains = parseAllowedDomains(input.allowedDomains, { plainHttp });
  await updateAllowedDomains(ctx, { clientIdId: input.clientIdId, allowedDomains });
}
