import { useEffect, useRef } from 'react';
import { createFormCourse } from './form-course.ts';

/** The present opening's course; leaving the page abandons it. */
export function useFormCourse() {
  const course = useRef(createFormCourse(''));
  useEffect(() => {
    const abandon = () => course.current.abandon();
    window.addEventListener('pagehide', abandon);
    return () => window.removeEventListener('pagehide', abandon);
  }, []);
  return course;
}
