// The root shows it outside of any route, when a page could not be rendered; markets/error is its own address.
export { Unstable } from '#screens/error/unstable.tsx';
