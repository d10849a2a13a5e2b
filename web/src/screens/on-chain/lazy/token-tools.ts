// What one does with the list beside reading it: fetched when the page has come to rest.
export { ColumnsMenu } from '#market-list/lazy/columns-menu.tsx';
export { TokenDialog } from './token-dialog.tsx';
