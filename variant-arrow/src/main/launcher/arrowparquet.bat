@echo off
rem SPDX-License-Identifier: Apache-2.0
rem Runs arrowparquet.jar, which is beside it. Java is that of JAVA_HOME, or else of the PATH.
rem ARROWPARQUET_OPTS has options of the JVM, as -Xmx4g.
setlocal
set "JAVA=java"
if defined JAVA_HOME set "JAVA=%JAVA_HOME%\bin\java"
set "FLAGS=-XX:+UseSerialGC"
rem From 24 on there is a warning that Arrow reads memory by sun.misc.Unsafe.
"%JAVA%" --sun-misc-unsafe-memory-access=allow -version >nul 2>&1 && set "FLAGS=%FLAGS% --sun-misc-unsafe-memory-access=allow"
"%JAVA%" %FLAGS% %ARROWPARQUET_OPTS% -jar "%~dp0arrowparquet.jar" %*
exit /b %ERRORLEVEL%
