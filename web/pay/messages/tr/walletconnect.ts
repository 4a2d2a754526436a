import type { Translation } from '../../../ui/messages/translation.ts';
import type { walletConnectMessages as englishMessages } from '../en/walletconnect.ts';

/** The Turkish texts about paying with a wallet app through WalletConnect, loaded only where the operator offers it. */
export const walletConnectMessages = {
  name: 'WalletConnect',
  waiting: 'WalletConnect’e bağlanılıyor',
  scan: {
    title: 'Bu kodu cüzdan uygulamanızla tarayın',
    text: 'Kod 5 dakika geçerlidir. Bağlanmak hiçbir ödeme yapmaz: ödemeyi burada gözden geçirir, sonra uygulamada onaylarsınız.',
    code: 'Cüzdan uygulamanız için bir WalletConnect kodu',
  },
  open: {
    title: 'Cüzdan uygulamanızı açın',
    text: 'Bağlanmak hiçbir ödeme yapmaz: ödemeyi gözden geçirmek için buraya dönün, sonra uygulamada onaylayın.',
    app: (name: string) => `${name} uygulamasını aç`,
    other: 'Başka bir cüzdan uygulaması aç',
  },
  copy: 'Kodu kopyala',
  toApp: 'Cüzdan uygulamasını aç',
  problems: {
    unreachable:
      'WalletConnect’e ulaşılamıyor. Açık bir istek vardıysa yeniden denemeden önce cüzdan uygulamanıza bakın. Başka bir cüzdan da kullanabilirsiniz.',
    codeExpired:
      'Hiçbir cüzdan uygulaması bağlanmadı ve kodun süresi doldu. Yeni bir kod için WalletConnect’i yeniden seçin.',
    noAnswer:
      'Cüzdan uygulamanız 5 dakika içinde yanıt vermedi. Yeniden denemeden önce orada bir şey gönderilip gönderilmediğine bakın.',
    ended: 'Cüzdan uygulamanız bağlantıyı sonlandırdı. Devam etmek için yeniden bağlayın.',
  },
} satisfies Translation<typeof englishMessages>;
