// What only the server knows while it renders a page, and only the page as text needs.
import { createContext } from 'react';

export interface RenderedPage {
  /** Runs before everything else. */
  readonly script: string;
  /** Marks it as ours. */
  readonly nonce: string;
  /** Of the screen. */
  readonly styleFiles: readonly string[];
  readonly wordFiles: readonly string[];
}

/** null in the browser. */
export const RenderedPageContext = createContext<RenderedPage | null>(null);
