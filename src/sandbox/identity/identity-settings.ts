import type { IdentityVendorSettings } from '#platform/config/config.ts';
import type { SandboxFile } from '../sandbox-file.ts';

/** How the sandbox's own identity provider is used. Its keys open nothing else: it serves on this machine alone. */
export const SANDBOX_IDENTITY = {
  appToken: 'sbx:florin-sandbox',
  secretKey: 'florin-sandbox-identity-key',
  webhookSecrets: ['florin-sandbox-identity-callbacks'],
  levels: { individual: 'sandbox-individual', business: 'sandbox-business' },
} as const;

/** How the provider is used at this URL. */
export function identityProviderAt(url: string): IdentityVendorSettings {
  const { appToken: key, ...rest } = SANDBOX_IDENTITY;
  return { name: 'sumsub', url, key, ...rest };
}

/** The provider of a sandbox that runs; undefined where it has none. */
export function identityProviderOfSandbox(
  file: SandboxFile | undefined,
): IdentityVendorSettings | undefined {
  const url = file?.identityProviderUrl;
  return url === undefined ? undefined : identityProviderAt(url);
}
