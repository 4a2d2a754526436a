import { cancelWalletChangeEndpoint } from './cancel-wallet-change.ts';
import { createDestinationSigningDataEndpoint } from './create-destination-signing-data.ts';
import { deactivatePayeeDestinationEndpoint } from './deactivate-payee-destination.ts';
import { deactivateSignedDestinationEndpoint } from './deactivate-signed-destination.ts';
import { listPayeeDestinationsEndpoint } from './list-payee-destinations.ts';
import { lookUpPayeeDestinationEndpoint } from './look-up-payee-destination.ts';
import { lookUpPayoutDestinationEndpoint } from './look-up-payout-destination.ts';
import { registerPayeeDestinationEndpoint } from './register-payee-destination.ts';
import { registerSignedDestinationEndpoint } from './register-signed-destination.ts';
import { updatePayeeDestinationEndpoint } from './update-payee-destination.ts';
import { viewDestinationByIdEndpoint } from './view-destination-by-id.ts';
import { viewDestinationOfWalletEndpoint } from './view-destination-of-wallet.ts';
import { viewPayeeDestinationEndpoint } from './view-payee-destination.ts';

/** The endpoints of this module, for the hosts that serve them. */
export const endpoints = [
  registerPayeeDestinationEndpoint,
  updatePayeeDestinationEndpoint,
  viewPayeeDestinationEndpoint,
  listPayeeDestinationsEndpoint,
  lookUpPayoutDestinationEndpoint,
  lookUpPayeeDestinationEndpoint,
  deactivatePayeeDestinationEndpoint,
  cancelWalletChangeEndpoint,
  createDestinationSigningDataEndpoint,
  registerSignedDestinationEndpoint,
  viewDestinationOfWalletEndpoint,
  deactivateSignedDestinationEndpoint,
  viewDestinationByIdEndpoint,
];
