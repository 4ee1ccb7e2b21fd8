/** The code of one lead or application, apart from the views' so that their list can ask for it, too. */
export const loadDetail = () => import('./ContactDetail.tsx');
