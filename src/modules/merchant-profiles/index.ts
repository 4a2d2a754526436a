export type { ShownMerchant } from './model/merchant-profile.ts';
export { Merchant } from './model/merchant-shape.ts';
export { removeMerchantProfile } from './remove-merchant-profile.ts';
export { setMerchantProfile } from './set-merchant-profile.ts';
export { findMerchant, viewMerchantProfile } from './view-merchant-profile.ts';
export { openWebsiteReaders } from './website-readers.ts';
