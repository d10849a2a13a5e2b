import { pageClientLoader, pageLoader, type Load } from '#page/page.ts';
import { Unstable } from './unstable.tsx';

const load: Load = async () => {};
export const loader = pageLoader(load);
export const clientLoader = pageClientLoader(load);

export default Unstable;
