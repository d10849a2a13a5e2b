/** In the local storage while there is a conversation to look after: a browser that never wrote to support is not asked about it. */
export const hasConversationKey = 'support.known';
