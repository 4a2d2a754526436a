import SafeAppsSDK from '@safe-global/safe-apps-sdk';

/** The vendor’s own client as a page that uses it, so that a stand-in of the interface is proven by it. */
Reflect.set(globalThis, 'safeAppsSdk', new SafeAppsSDK());
