export type { ShownMerchant } from './model/merchant-profile.ts';
export { Merchant } from './model/merchant-shape.ts';
export { describeWebsite } from './model/website.ts';
export { removeMerchantProfile } from './remove-merchant-profile.ts';
export { removeMerchantWebsite } from './remove-merchant-website.ts';
export { setMerchantProfile } from './set-merchant-profile.ts';
export { setMerchantWebsite } from './set-merchant-website.ts';
export { findMerchant, viewMerchantProfile } from './view-merchant-profile.ts';
export { openWebsiteReaders } from './website-readers.ts';
