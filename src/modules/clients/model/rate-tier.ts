/** The tiers that a client ID can have, slowest first. */
export const CLIENT_ID_TIERS = ['basic', 'default', 'premium', 'high_volume'] as const;

/** A tier that a client ID can have. */
export type ClientIdTier = (typeof CLIENT_ID_TIERS)[number];
