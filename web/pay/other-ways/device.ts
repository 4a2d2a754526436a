/** What the browser says about itself, as far as it decides which ways to a wallet there are. */
interface Device {
  /** Whether wallet apps can be opened here. */
  readonly isPhone: boolean;
  /** The chat app whose own browser this is; links from there to other apps mostly do nothing. */
  readonly chatApp: string | undefined;
}

/** By what each adds to the user agent of its browser. */
const CHAT_APPS: readonly (readonly [pattern: RegExp, name: string])[] = [
  [/\bInstagram\b/, 'Instagram'],
  [/\bFB(?:AN|AV|_IAB)\b/, 'Facebook'],
  [/\bMicroMessenger\b/, 'WeChat'],
  [/\bLine\//, 'LINE'],
  [/\bTelegram\b/i, 'Telegram'],
  [/\bWhatsApp\b/, 'WhatsApp'],
  [/\bSnapchat\b/, 'Snapchat'],
  [/\bTwitter\b/, 'X'],
  [/\bKAKAOTALK\b/i, 'KakaoTalk'],
];

/** Reads a user agent. A tablet that calls itself a desktop counts as one, and is offered the code to scan. */
export function readDevice(userAgent: string): Device {
  return {
    isPhone: /\b(?:Android|iPhone|iPad|iPod)\b/.test(userAgent),
    chatApp: CHAT_APPS.find(([pattern]) => pattern.test(userAgent))?.[1],
  };
}
