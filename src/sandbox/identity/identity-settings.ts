/** How the sandbox's own identity provider is used. Its keys open nothing else: it serves on this machine alone. */
export const SANDBOX_IDENTITY = {
  appToken: 'sbx:florin-sandbox',
  secretKey: 'florin-sandbox-identity-key',
  webhookSecrets: ['florin-sandbox-identity-callbacks'],
  levels: { individual: 'sandbox-individual', business: 'sandbox-business' },
} as const;
